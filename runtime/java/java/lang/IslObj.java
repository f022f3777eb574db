package java.lang;

/**
 * Compile-time stand-in for java.lang.Object with the field that the agent adds to it. The build
 * renames this class to java/lang/Object inside IslRT.class; it is never loaded.
 */
class IslObj {
  transient int $isl;
}
