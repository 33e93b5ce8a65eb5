import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#tests/support/server/free-port'

const example = resolve(import.meta.dirname, '../../../deploy/nginx.conf')

export interface Balancer {
  origin: string
  stop: () => void
}

/**
 * Starts nginx with `deploy/nginx.conf` in front of the processes at `origins`, without TLS and with an empty cache.
 * Throws if nginx is not installed (Debian: `apt-get install nginx-light`) or rejects the file.
 */
export async function startNginx(origins: readonly string[]): Promise<Balancer> {
  if (spawnSync('nginx', ['-v']).error !== undefined)
    throw new Error('nginx is not installed: apt-get install nginx-light')
  const folder = mkdtempSync(join(tmpdir(), 'waka-nginx-'))
  // The worker processes of nginx run as another user.
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'cache'), { mode: 0o777 })
  const port = await findFreePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, wrapExample(folder, port, origins))
  const args = ['-e', 'stderr', '-p', folder, '-c', file]
  const checked = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' })
  if (checked.status !== 0) throw new Error(`nginx refuses the file: ${checked.stderr}`)
  const child = spawn('nginx', [...args, '-g', 'daemon off;'], { stdio: 'inherit' })
  const origin = `http://127.0.0.1:${port}`
  const stop = () => {
    child.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) break
    const isUp = await fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return { origin, stop }
    await sleep(50)
  }
  stop()
  throw new Error('nginx does not answer')
}

/**
 * Returns a complete configuration made of `deploy/nginx.conf`, our processes and a free port: no TLS, all files in
 * `folder`.
 */
function wrapExample(folder: string, port: number, origins: readonly string[]): string {
  const servers = origins.map((origin) => `  server ${new URL(origin).host} max_fails=0;`)
  const http = readFileSync(example, 'utf8')
    .replaceAll(/^ *server 127\.0\.0\.1:.*\n/gm, '')
    .replace('least_conn;\n', `least_conn;\n${servers.join('\n')}\n`)
    .replace('/var/cache/nginx/waka', join(folder, 'cache'))
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_.*\n/gm, '')
    // Leave out the server that redirects port 80 to TLS.
    .replace(/\nserver \{\n *listen 80;[^}]*\}\n/, '')
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(folder, name)};`,
  )
  return `pid ${join(folder, 'nginx.pid')};
events { worker_connections 1024; }
http {
  access_log off;
${own.join('\n')}
${http}
}
`
}
