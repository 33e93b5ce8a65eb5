import { getArticle, listArticles } from '#contract/site/endpoints'
import { bindEndpoint } from '#server/http/serve'
import * as service from './service.ts'

export const siteRoutes = [
  bindEndpoint(listArticles, service.listArticles),
  bindEndpoint(getArticle, service.getArticle),
]
