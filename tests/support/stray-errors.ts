import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Where vitest's JSON report goes. */
export const vitestReport = 'node_modules/.cache/tests/vitest.json'

/** Where the errors that no test owns are written down, a line each. */
export const strayErrors = 'node_modules/.cache/tests/stray-errors.json'

/** A reporter: writes what went wrong outside every test into `strayErrors`, since the JSON report leaves it out. */
export class StrayErrors implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const ofModules = modules.flatMap((module) =>
      module.errors().map((error) => told(error, module.moduleId)),
    )
    const lines = [...ofModules, ...unhandled.map((error) => told(error))]
    mkdirSync(dirname(strayErrors), { recursive: true })
    writeFileSync(strayErrors, JSON.stringify(lines))
  }
}

function told(error: SerializedError, file: unknown = error['VITEST_TEST_PATH']): string {
  const near = error.stacks?.find((frame) => !frame.file.includes('node_modules'))
  const where = near && ` (${relative(process.cwd(), near.file)}:${near.line})`
  const during = typeof file === 'string' ? `${relative(process.cwd(), file)}: ` : ''
  return `${during}${error.message.split('\n')[0]}${where ?? ''}`
}
