package web;

class BTextTest extends TextTests {}
