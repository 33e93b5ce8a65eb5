import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { code, id, instant } from './shapes.ts'

/** The business that stands for our own support line. */
export const supportBusiness = 'waka-support'

/** Hours of the support line, in the home zone. */
export const supportHours = 'Every day, 6 am to 10 pm'

export const Conversation = z.object({
  id: z.string(),
  business_id: z.string(),
  state: z.enum(['open', 'closed']),
  created_at: instant,
})
export type Conversation = z.output<typeof Conversation>

export const startConversation = endpoint({
  name: 'startConversation',
  summary: 'Opens a conversation with a business, or gives back the one that is open',
  method: 'POST',
  path: '/v1/{p}/conversations',
  access: 'user',
  input: z.strictObject({ business_id: code }),
  output: Conversation,
  refusals: ['not_found'],
  idempotency: 'required',
})

export const getConversation = endpoint({
  name: 'getConversation',
  summary: 'One of my conversations',
  method: 'GET',
  path: '/v1/{p}/conversations/{id}',
  access: 'user',
  input: z.strictObject({ id }),
  output: Conversation,
  refusals: ['not_found'],
})
