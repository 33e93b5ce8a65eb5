import { getArticle, listArticles } from '#contract/site/endpoints'
import { serve } from '#server/http/serve'
import * as service from './service.ts'

export const siteRoutes = [
  serve(listArticles, service.listArticles),
  serve(getArticle, service.getArticle),
]
