import { spawn } from 'node:child_process'
import { watchNpm } from '#server/platform/npm-parent'

// Node restarts the server when one of its files changes; Vite, inside it, reloads the app.
const child = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'server/main.ts', '--dev'],
  { stdio: 'inherit' },
)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal))
watchNpm(() => child.kill('SIGTERM'))
child.once('exit', (code) => process.exit(code ?? 0))
