/** An error about wrong settings. Its message has one line for each wrong setting. */
export class ConfigurationError extends Error {
  constructor(faults: readonly string[]) {
    super(`The configuration is wrong.\n${faults.map((line) => `  ${line}`).join('\n')}`)
  }
}
