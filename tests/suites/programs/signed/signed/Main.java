package signed;

import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.Security;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** A module on the module path that uses a signed multi-release modular jar. */
public final class Main {
  public static void main(String[] args) throws Exception {
    Security.addProvider(new BouncyCastleProvider());
    byte[] text = "the quick brown fox".repeat(50).getBytes("UTF-8");
    for (String name : new String[] {"SHA3-512", "Whirlpool", "BLAKE2B-256"}) {
      byte[] hash = text;
      for (int i = 0; i < 200; i++) hash = MessageDigest.getInstance(name, "BC").digest(hash);
      System.out.println(name + " " + HexFormat.of().formatHex(hash));
    }
    Cipher cipher = Cipher.getInstance("Serpent/ECB/PKCS7Padding", "BC");
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "Serpent"));
    System.out.println(HexFormat.of().formatHex(cipher.doFinal(text)).hashCode());
    Class<?> provider = BouncyCastleProvider.class;
    CodeSource source = provider.getProtectionDomain().getCodeSource();
    System.out.println(provider.getModule() + ", signers "
        + (source.getCodeSigners() == null ? 0 : source.getCodeSigners().length));
  }

  private Main() {}
}
