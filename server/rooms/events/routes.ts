import { followEvents } from '#contract/events/endpoints'
import { bindEndpoint } from '#server/http/serve'
import * as service from './service.ts'

export const eventRoutes = [bindEndpoint(followEvents, service.followEvents)]
