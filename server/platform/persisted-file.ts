import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Returns the content of the file at `path`. If there is no file, first writes the result of `make`, readable by its
 * owner only. If several processes start at the same time, all of them get the content that the first one wrote.
 */
export function readOrMakeFile(path: string, make: () => string): string {
  const content = readIfThere(path)
  if (content !== undefined) return content
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, make(), { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(path, 'utf8')
}

/** Returns the text of a file; undefined if the file does not exist. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Whether an error has the operating system's `code`, such as ENOENT. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
