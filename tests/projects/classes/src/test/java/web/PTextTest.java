package web;

class PTextTest extends TextTests {}
