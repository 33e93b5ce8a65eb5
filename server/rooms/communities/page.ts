import { formatCount } from '#contract/quantities'
import { listGroups as listEndpoint } from '#contract/communities/endpoints'
import { product } from '#contract/product'
import type { PublicPage } from '#server/platform/public-page'
import { listGroups } from './groups.ts'

const groups: PublicPage = {
  path: '/community',
  async show(ctx) {
    const answer = await listGroups(ctx, { page: 1, per_page: 30 })
    return {
      title: 'Our community',
      description: `Travellers in Nigeria help each other in ${formatCount(answer.meta.total, 'group')}: by route, city, campus, NYSC camp and trade.`,
      crumbs: [
        [product.name, '/'],
        ['Our community', '/community'],
      ],
      about: [
        {
          '@context': 'https://schema.org',
          '@type': 'ItemList',
          itemListElement: answer.data.map(({ code, name }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name,
            url: `/community/${code}`,
          })),
        },
      ],
      answers: [{ endpoint: listEndpoint, input: {}, ...answer }],
    }
  },
}

export const communityPublicPages: readonly PublicPage[] = [groups]
