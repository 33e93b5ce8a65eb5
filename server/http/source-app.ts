import type { FastifyInstance } from 'fastify'

/** Serves the app from its sources, with reload, for those who write it. */
export async function serveSource(app: FastifyInstance): Promise<void> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'spa',
  })
  app.addHook('onClose', () => vite.close())
  app.get('/*', { config: { rateLimit: false } }, (request, reply) => {
    if (/^\/(api|sandbox|t)(\/|$)/.test(request.url)) return reply.callNotFound()
    reply.hijack()
    vite.middlewares(request.raw, reply.raw)
  })
}
