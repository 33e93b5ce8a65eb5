import type { FastifyInstance } from 'fastify'
import { makeCache } from '#server/platform/timed-cache'
import { escapeHtml } from '#server/platform/escape-html'
import type { ListPagePaths } from '#server/platform/public-page'
import type { HttpServices } from './host.ts'
import { sendStoredText, compressText } from './stored-text.ts'

/** The maximum number of URLs in a sitemap. */
const most = 50_000
const cache_ms = 600_000

/** Public pages that no room lists. */
const always = [
  '/',
  '/brands',
  '/businesses',
  '/blog',
  '/reviews',
  '/fuel-price',
  '/info-center',
  '/about',
  '/terms',
  '/privacy',
]

/** Serves `/robots.txt` and `/sitemap.xml`. The sitemap is made at most every ten minutes. */
export function serveRobotsAndSitemap(
  app: FastifyInstance,
  host: HttpServices,
  lists: readonly ListPagePaths[],
): void {
  const { public_url } = host.config
  const keep = 'public, max-age=600'
  app.get('/robots.txt', (_request, reply) =>
    reply
      .header('cache-control', keep)
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: ${public_url}/sitemap.xml\n`),
  )
  const sitemapOf = makeCache(cache_ms, async (of: HttpServices) =>
    compressText('application/xml; charset=utf-8', await sitemap(of, lists)),
  )
  app.get('/sitemap.xml', async (request, reply) =>
    sendStoredText(request, reply.header('cache-control', keep), await sitemapOf(host)),
  )
}

async function sitemap(
  { db, config }: HttpServices,
  lists: readonly ListPagePaths[],
): Promise<string> {
  const addresses = [...always]
  for (const list of lists) addresses.push(...(await list(db, most - addresses.length)))
  const urls = addresses.map(
    (path) => `<url><loc>${escapeHtml(config.public_url + path)}</loc></url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}
