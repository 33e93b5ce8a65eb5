// Globals of phone, worker and server that ECMAScript does not define.

interface URLSearchParams {
  set(name: string, value: string): void
  toString(): string
}
declare const URLSearchParams: new () => URLSearchParams
