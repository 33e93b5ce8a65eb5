import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

const latest = join(import.meta.dirname, '../latest.json')

/** A measurement: its name, its goal and the measured value. */
export type Measurement = readonly [what: string, goal: string, reached: string | number]

/** Prints rows under a heading, columns aligned. */
export function printTable(heading: string, rows: readonly (readonly (string | number)[])[]): void {
  const words = rows.map((row) => row.map(String))
  const widths = words[0]?.map((_, at) => Math.max(...words.map((row) => row[at]?.length ?? 0)))
  console.log(`\n${heading}\n${'─'.repeat(heading.length)}`)
  for (const row of words) {
    const cells = row.map((word, at) =>
      at === 0 ? word.padEnd(widths?.[at] ?? 0) : word.padStart(widths?.[at] ?? 0),
    )
    console.log(cells.join('   ').trimEnd())
  }
}

/** Replaces one part of tests/load/latest.json and leaves the others unchanged. */
export function saveBenchResult(part: string, result: object): void {
  const before: object = existsSync(latest)
    ? (JSON.parse(readFileSync(latest, 'utf8')) as object)
    : {}
  const machine = {
    cores: cpus().length,
    cpu: cpus()[0]?.model.trim(),
    memory_gb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  const kept = { ...before, [part]: { at: new Date().toISOString(), machine, ...result } }
  writeFileSync(latest, `${JSON.stringify(kept, null, 2)}\n`)
}
