import { formatCount } from '#contract/quantities'
import { listOperators as listEndpoint } from '#contract/operators/endpoints'
import { product } from '#contract/product'
import type { Breadcrumb, ListPagePaths, PublicPage } from '#server/platform/public-page'
import { findOperatorCodes } from './directory-repository.ts'
import { listOperators } from './directory.ts'

const list: Breadcrumb = ['Operators', '/brands']
const start: Breadcrumb = [product.name, '/']

const directory: PublicPage = {
  path: '/brands',
  async show(ctx) {
    const answer = await listOperators(ctx, { sort: 'rating', page: 1, per_page: 20 })
    return {
      title: 'Bus operators in Nigeria',
      description: `${formatCount(answer.meta.total, 'bus operator')} compared: ratings by people who travelled, routes, prices and rules.`,
      crumbs: [start, list],
      about: [
        {
          '@context': 'https://schema.org',
          '@type': 'ItemList',
          itemListElement: answer.data.map(({ code, name }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name,
            url: `/brands/${code}`,
          })),
        },
      ],
      answers: [{ endpoint: listEndpoint, input: {}, ...answer }],
    }
  },
}

export const operatorDirectoryPages: readonly PublicPage[] = [directory]

export const listPagePaths: ListPagePaths = async (db, most) =>
  (await findOperatorCodes(db, most)).map((code) => `/brands/${code}`)
