import react from '@vitejs/plugin-react'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

// Builds the bare stack into the given folder, with a brotli copy of each file as in our own build. A separate process,
// because Vite and React depend on NODE_ENV.
const [outDir = ''] = process.argv.slice(2)
await build({
  configFile: false,
  root: resolve(import.meta.dirname, 'bare-stack'),
  plugins: [react()],
  logLevel: 'error',
  build: { outDir, emptyOutDir: true },
})
for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' }))
  if (/\.(?:js|css|html)$/.test(name))
    writeFileSync(join(outDir, `${name}.br`), brotliCompressSync(readFileSync(join(outDir, name))))
