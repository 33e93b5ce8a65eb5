import type { FastifyInstance } from 'fastify'
import { isServerPath, parseRequestPath } from './static.ts'

/** Serves the app from its sources and reloads it on changes, for development. */
export async function serveAppFromSource(app: FastifyInstance): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    appType: 'spa',
    // The bundling loader writes a file, which `node --watch` would treat as a change.
    configLoader: 'runner',
    server: { middlewareMode: true, ws: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.get('/*', (request, reply) => {
    if (isServerPath(parseRequestPath(request))) return reply.callNotFound()
    reply.hijack()
    vite.middlewares(request.raw, reply.raw)
  })
}
