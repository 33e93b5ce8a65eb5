/** In the app, endpoints have no schemas, name and summary: the build removes them. */
declare module '#contract/endpoint' {
  interface Place {
    calls_only: true
  }
}
export {}
