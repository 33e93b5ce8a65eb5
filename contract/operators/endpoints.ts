import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { code, day, PageMeta, text } from '#contract/shapes'
import { Licence, OperatorCard, OperatorPage, OperatorsQuery } from './model.ts'

export const listOperators = endpoint({
  name: 'listOperators',
  summary: 'The directory of operators, searched, filtered and sorted',
  method: 'GET',
  path: '/v1/{p}/operators',
  access: 'anyone',
  input: OperatorsQuery,
  output: z.array(OperatorCard),
  meta: PageMeta,
  refusals: [],
})

export const getOperator = endpoint({
  name: 'getOperator',
  summary: 'One operator: routes, motor parks, fleet, rules, punctuality and licence',
  method: 'GET',
  path: '/v1/{p}/operators/{code}',
  access: 'anyone',
  input: z.strictObject({ code }),
  output: OperatorPage,
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
