import type { FastifyInstance } from 'fastify'
import { isOfDesk, isServerPath, parseRequestPath } from './static.ts'

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
    const path = parseRequestPath(request)
    if (isServerPath(path)) return reply.callNotFound()
    const isPage = request.headers.accept?.includes('text/html') === true
    if (isPage && isOfDesk(path)) request.raw.url = '/desk.html'
    reply.hijack()
    // The policy of answers that are no pages would block the app; a built page includes its own policy.
    reply.raw.removeHeader('content-security-policy')
    vite.middlewares(request.raw, reply.raw)
  })
}
