// What phone, worker and server all have although no ECMAScript edition says so.

interface URLSearchParams {
  set(name: string, value: string): void
  toString(): string
}
declare const URLSearchParams: new () => URLSearchParams
