import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Returns the fields of `/proc/<pid>/stat` after the name, which may contain spaces; none if the process is gone. */
function readStat(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Returns the processor time that processes and their ended children have used, seconds. */
export function readProcessCpu(pids: readonly number[]): number {
  const used = pids
    .map(readStat)
    .flatMap((stat) => [11, 12, 13, 14].map((field) => Number(stat[field] ?? 0)))
  return used.reduce((sum, one) => sum + one, 0) / ticks
}

/** Returns the ids of a process and of those that it has started. */
export function listWithChildren(pid: number): number[] {
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return [pid, ...all.filter((one) => Number(readStat(one)[1]) === pid)]
}

/** Returns the processor time that the whole machine has used, seconds. */
export function readMachineCpu(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, soft = 0] = (
    readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  )
    .split(/ +/)
    .map(Number)
  return (user + nice + system + irq + soft) / ticks
}
