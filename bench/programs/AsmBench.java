import java.io.InputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.BasicInterpreter;

/** ASM: reads every class of a jar, analyses its methods and writes it again. */
final class AsmBench {
  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    long digest = 17;
    try (JarFile jar = new JarFile(args[1])) {
      List<JarEntry> entries = Collections.list(jar.entries()).stream()
          .filter(entry -> entry.getName().endsWith(".class")).collect(Collectors.toList());
      for (int round = 0; round < rounds; round++) {
        Progress.at(round, rounds);
        for (JarEntry entry : entries) {
          try (InputStream in = jar.getInputStream(entry)) {
            digest = digest * 31 + rewrite(in.readAllBytes());
          }
        }
      }
    }
    System.out.println("digest " + Long.toHexString(digest));
  }

  private static long rewrite(byte[] bytes) throws Exception {
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, 0);
    long digest = 17;
    for (MethodNode method : node.methods) {
      if ((method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0) {
        digest = digest * 31
            + new Analyzer<>(new BasicInterpreter()).analyze(node.name, method).length;
      }
    }
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return digest * 31 + Arrays.hashCode(writer.toByteArray());
  }
}
