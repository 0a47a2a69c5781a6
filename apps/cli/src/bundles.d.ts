/** The bundles that the launcher loads by their path in the package. They run by being loaded. */
declare module '*/main.cjs' {
  export {};
}
