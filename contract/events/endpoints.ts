import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'

export const followEvents = endpoint({
  name: 'followEvents',
  summary:
    'Streams changes that concern me as server-sent events: `event` is the kind, `data` names the thing, `id` is the position. `Last-Event-ID` resumes the stream; `once` ends it after what was missed; `desk` adds my desk’s events if I may answer there',
  method: 'GET',
  path: '/v1/{p}/events',
  access: 'user',
  input: z.strictObject({ once: z.optional(z.literal('1')), desk: z.optional(z.literal('1')) }),
  output: z.unknown(),
  refusals: [],
  file: 'text/event-stream',
  streams: true,
})
