import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** The path of vitest's JSON report. */
export const vitestReportPath = 'node_modules/.cache/tests/vitest.json'

/** The path of the errors that belong to no test. */
export const strayErrorsPath = 'node_modules/.cache/tests/stray-errors.json'

/** An error outside every test, and the file that was running, if any. */
export interface StrayError {
  file?: string
  said: string
}

/** Reads the stray errors of the last run; none if that run wrote no file. */
export const readStrayErrors = (): StrayError[] =>
  existsSync(strayErrorsPath)
    ? (JSON.parse(readFileSync(strayErrorsPath, 'utf8')) as StrayError[])
    : []

/** A reporter that writes errors outside every test into `strayErrorsPath`, since the JSON report leaves them out. */
export class StrayErrorReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const ofModules = modules.flatMap((module) =>
      module.errors().map((error) => strayOf(error, module.moduleId)),
    )
    const all = [...ofModules, ...unhandled.map((error) => strayOf(error))]
    mkdirSync(dirname(strayErrorsPath), { recursive: true })
    writeFileSync(strayErrorsPath, JSON.stringify(all))
  }
}

function strayOf(error: SerializedError, during: unknown = error['VITEST_TEST_PATH']): StrayError {
  const near = error.stacks?.find((frame) => !frame.file.includes('node_modules'))
  const where = near && ` (${relative(process.cwd(), near.file)}:${near.line})`
  const said = `${error.message.split('\n')[0]}${where ?? ''}`
  if (typeof during !== 'string') return { said }
  const file = relative(process.cwd(), during)
  return { file, said: `${file}: ${said}` }
}
