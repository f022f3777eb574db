package web;

class CTextTest extends TextTests {}
