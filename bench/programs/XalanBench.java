import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.transform.Templates;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/** Xalan: one compiled stylesheet, many documents: sorting, grouping, recursive templates. */
final class XalanBench {
  private static final String STYLE = String.join("\n",
      "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>",
      "<xsl:key name='by-town' match='person' use='town'/>",
      "<xsl:template match='/people'><html><body>",
      "  <xsl:for-each select='person[generate-id() = generate-id(key(\"by-town\", town)[1])]'>",
      "    <xsl:sort select='town'/>",
      "    <h2><xsl:value-of select='town'/> (<xsl:value-of select='count(key(\"by-town\", town))'/>)</h2>",
      "    <xsl:apply-templates select='key(\"by-town\", town)'><xsl:sort select='name'/></xsl:apply-templates>",
      "  </xsl:for-each></body></html></xsl:template>",
      "<xsl:template match='person'>",
      "  <p class='{@id mod 7}'><xsl:call-template name='dots'><xsl:with-param name='n' select='@id mod 9'/>",
      "  </xsl:call-template><xsl:value-of select='translate(name, \"abc\", \"ABC\")'/></p></xsl:template>",
      "<xsl:template name='dots'><xsl:param name='n'/><xsl:if test='$n &gt; 0'>.",
      "  <xsl:call-template name='dots'><xsl:with-param name='n' select='$n - 1'/></xsl:call-template>",
      "</xsl:if></xsl:template>",
      "</xsl:stylesheet>");

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    System.setProperty("javax.xml.transform.TransformerFactory",
        "org.apache.xalan.processor.TransformerFactoryImpl");
    Templates templates =
        TransformerFactory.newInstance().newTemplates(new StreamSource(new StringReader(STYLE)));
    long digest = 17;
    for (int round = 0; round < rounds; round++) {
      Progress.at(round, rounds);
      StringWriter out = new StringWriter();
      templates.newTransformer().transform(
          new StreamSource(new StringReader(document(round))), new StreamResult(out));
      digest = digest * 31 + out.toString().hashCode();
    }
    System.out.println("digest " + Long.toHexString(digest));
  }

  private static String document(int round) {
    StringBuilder xml = new StringBuilder("<people>");
    for (int i = 0; i < 300; i++) {
      int n = (i * 7919 + round) % 1000;
      xml.append("<person id='").append(i).append("'><name>cab").append(n).append("</name><town>town ")
          .append(n % 17).append("</town></person>");
    }
    return xml.append("</people>").toString();
  }
}
