/** What the build makes true: endpoints come to the phone without schemas, name and summary. */
declare module '#contract/endpoint' {
  interface Place {
    calls_only: true
  }
}
export {}
