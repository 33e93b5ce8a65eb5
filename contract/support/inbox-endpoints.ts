import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { answerers } from '#contract/members/roles'
import { id } from '#contract/shapes'
import { CannedAnswer, CannedAnswerInput, DeskConversation, DeskPerson } from './model.ts'

/* Calls for people at a desk, not for programs. */

export const assignConversation = endpoint({
  name: 'assignConversation',
  summary: 'Assigns a conversation to me, or unassigns it',
  method: 'PUT',
  path: '/v1/{p}/desk/conversations/{id}/assignment',
  access: 'desk',
  roles: answerers,
  input: z.strictObject({ id, to: z.enum(['me', 'nobody']) }),
  output: DeskConversation,
  refusals: ['not_found'],
})

export const getConversationPerson = endpoint({
  name: 'getConversationPerson',
  summary:
    'The traveller of a conversation with their trips; an operator sees only trips with itself',
  method: 'GET',
  path: '/v1/{p}/desk/conversations/{id}/person',
  access: 'desk',
  roles: answerers,
  input: z.strictObject({ id }),
  output: DeskPerson,
  refusals: ['not_found'],
})

export const listCannedAnswers = endpoint({
  name: 'listCannedAnswers',
  summary: 'Ready answers of my desk, by title',
  method: 'GET',
  path: '/v1/{p}/desk/canned-answers',
  access: 'desk',
  roles: answerers,
  input: z.strictObject({}),
  output: z.array(CannedAnswer),
  refusals: [],
})

export const saveCannedAnswer = endpoint({
  name: 'saveCannedAnswer',
  summary:
    'Saves a ready answer, or with an `id` changes that one; another one with the same title is replaced',
  method: 'PUT',
  path: '/v1/{p}/desk/canned-answers',
  access: 'desk',
  roles: answerers,
  input: CannedAnswerInput,
  output: CannedAnswer,
  refusals: ['not_found', 'canned_answer_limit'],
})

export const removeCannedAnswer = endpoint({
  name: 'removeCannedAnswer',
  summary: 'Deletes a ready answer',
  method: 'DELETE',
  path: '/v1/{p}/desk/canned-answers/{id}',
  access: 'desk',
  roles: answerers,
  input: z.strictObject({ id }),
  output: z.object({ removed: z.boolean() }),
  refusals: ['not_found'],
})
