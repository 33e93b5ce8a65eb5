/** Wrong settings, each named in a line of the message. */
export class ConfigurationError extends Error {
  constructor(faults: readonly string[]) {
    super(`The configuration is wrong.\n${faults.map((line) => `  ${line}`).join('\n')}`)
  }
}
