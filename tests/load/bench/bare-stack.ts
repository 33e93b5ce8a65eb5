import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { makeBuildEnvironment } from '#server/config'
import { type FleetOptions, startFleet } from '#tests/load/run/fleet'

const builder = resolve(import.meta.dirname, 'bare-build.ts')
const server = resolve(import.meta.dirname, 'bare-server.ts')

/**
 * Builds the bare stack (`bare-stack/`, with only the packages that the specification's design card names) and serves
 * it while `work` runs with its origin. It is served from a separate process, in the same way as our app's files, and
 * with our API.
 */
export async function withBareStack<T>(
  options: Pick<FleetOptions, 'url' | 'port' | 'data_dir'>,
  work: (origin: string) => Promise<T>,
): Promise<T> {
  const dist = mkdtempSync(join(tmpdir(), 'waka-bare-'))
  try {
    await promisify(execFile)(process.execPath, [builder, dist], { env: makeBuildEnvironment() })
    const env = { BARE_DIST: dist }
    const fleet = await startFleet({ ...options, processes: 1, program: server, env })
    try {
      return await work(fleet.origins()[0] ?? '')
    } finally {
      await fleet.stop()
    }
  } finally {
    rmSync(dist, { recursive: true, force: true })
  }
}
