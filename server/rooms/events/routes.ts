import { followEvents } from '#contract/events/endpoints'
import { serve } from '#server/http/serve'
import * as service from './service.ts'

export const eventRoutes = [serve(followEvents, service.followEvents)]
