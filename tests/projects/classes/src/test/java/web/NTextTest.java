package web;

class NTextTest extends TextTests {}
