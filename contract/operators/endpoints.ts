import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { photoBodyKb } from '#contract/photo'
import { code, day, PageMeta, text, jpeg } from '#contract/shapes'
import { Licence, OperatorSummary, OperatorDetail, OperatorsQuery } from './model.ts'

export const listOperators = endpoint({
  name: 'listOperators',
  summary: 'The directory of operators, searched, filtered and sorted',
  method: 'GET',
  path: '/v1/{p}/operators',
  access: 'anyone',
  shared_cache_s: 10,
  input: OperatorsQuery,
  output: z.array(OperatorSummary),
  meta: PageMeta,
  refusals: [],
})

export const getOperator = endpoint({
  name: 'getOperator',
  summary: 'One operator: routes, motor parks, fleet, rules, punctuality and licence',
  method: 'GET',
  path: '/v1/{p}/operators/{code}',
  access: 'anyone',
  shared_cache_s: 10,
  input: z.strictObject({ code }),
  output: OperatorDetail,
  refusals: ['not_found'],
})

export const recordLicence = endpoint({
  name: 'recordLicence',
  summary: 'Our staff record an operator’s licence as checked today, replacing the previous record',
  method: 'POST',
  path: '/v1/{p}/staff/operators/{code}/licence',
  access: 'staff',
  scope: 'directory',
  input: z.strictObject({ code, number: text(3, 40), valid_until: day }),
  output: Licence,
  refusals: ['not_found'],
  idempotency: 'required',
})

export const setOperatorMark = endpoint({
  name: 'setOperatorMark',
  summary:
    'Gives the operator a mark of its own, re-encoded, at most 8 kB; its address is the `logo`',
  method: 'POST',
  path: '/v1/{p}/operator/mark',
  access: 'operator',
  scope: 'directory',
  input: z.strictObject({ mark: jpeg }),
  output: z.object({ logo: z.string() }),
  refusals: ['unavailable'],
  idempotency: 'required',
  body_kb: photoBodyKb,
})

export const getOperatorMark = endpoint({
  name: 'getOperatorMark',
  summary: 'The mark that an operator gave us; `version` changes with it',
  method: 'GET',
  path: '/v1/{p}/operators/{code}/marks/{version}',
  access: 'anyone',
  input: z.strictObject({
    code,
    version: z.string().check(z.regex(/^[0-9a-f]{12}$/, 'Use the address that the operator has.')),
  }),
  output: z.unknown(),
  refusals: ['not_found'],
  file: 'image/webp',
})
