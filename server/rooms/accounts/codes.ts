import { createHmac, randomInt } from 'node:crypto'
import { codeDigits, codeValidityMinutes } from '#contract/accounts/rules'
import { type ErrorCode, Refusal, makeRefusal } from '#contract/errors'
import { product } from '#contract/product'
import type { Config } from '#server/config'
import type { Deps } from '#server/context'
import { inTransaction } from '#server/db/client'
import { codeJobPriority, enqueue, type JobHandlers } from '#server/jobs/queue'
import { listSecretConfigs } from '#server/platform/secrets'
import { canReceiveCodes } from '#server/platform/sms-numbers'
import { deriveSecret } from './access-token.ts'
import { type CodeSubject, type CodePurpose, insertCode, tryCode } from './code-repository.ts'
import { parseContact, listContacts } from './contacts.ts'
import { isKnownDevice } from './login-repository.ts'
import {
  type Contact,
  findPersonForPasswordReset,
  findContactOwner,
  findPerson,
  type Person,
} from './person-repository.ts'
import { type CodeRequester, type ResetCodeClient, countSentCode } from './tries.ts'

/**
 * Returns the jobs that write to people about their accounts. They are jobs, so that no answer waits for them, and no
 * answer's duration shows whether an account exists.
 */
export function makeAccountJobs(deps: Deps): JobHandlers {
  return {
    'account.welcome': ({ person_id, network }) => welcome(deps, { person_id, network }),
    'account.forgot': ({ login, network, asked_by }) =>
      sendForgotten(deps, login, network, asked_by),
  }
}

/**
 * Writes to the email address and phone number of a new account. Sends a code to verify each of them; if another person
 * has already verified it, sends that person a notice instead.
 */
async function welcome(deps: Deps, asker: CodeRequester): Promise<void> {
  const { person_id } = asker
  const person = await findPerson(deps.db, person_id)
  if (person === undefined) return
  for (const contact of listContacts(person)) {
    const owner = await findContactOwner(deps.db, contact)
    if (owner?.id === person_id) continue
    await sendUnlessRefused(() =>
      owner === undefined
        ? sendCode(deps, 'prove', contact, asker)
        : sendKnown(deps, contact, asker),
    )
  }
}

/** Sends a code for a new password to an email address or phone number, if it belongs to an account. */
async function sendForgotten(
  deps: Deps,
  login: string,
  network: string | undefined,
  asked_by: string | undefined,
): Promise<void> {
  const contact = parseContact(login)
  const person = await findPersonForPasswordReset(deps.db, contact)
  if (person === undefined) return
  const person_id = person.id
  const isKnown = asked_by !== undefined && (await isKnownDevice(deps.db, person_id, asked_by))
  const known_device = isKnown && isProved(person, contact) ? asked_by : undefined
  await sendUnlessRefused(() =>
    sendCode(deps, 'reset', contact, { person_id, network, known_device }, asked_by),
  )
}

/**
 * Whether a contact is verified. Only a code to a verified contact may count against the limit of a known device;
 * otherwise a device could have SMS sent to any number.
 */
const isProved = (person: Person, { kind }: Contact) => person[`${kind}_verified_at`] !== null

/**
 * Sends a new code to a contact; the device's previous code is no longer valid. Throws 429 after too many codes, and
 * `sms_not_possible` for a number to which we do not send SMS.
 */
export async function sendCode(
  deps: Deps,
  purpose: CodePurpose,
  contact: Contact,
  asker: CodeRequester,
  asked_by?: string,
): Promise<void> {
  if (contact.kind === 'phone' && !canReceiveCodes(contact.address))
    throw makeRefusal('sms_not_possible')
  await countSentCode(deps, contact, asker)
  const { person_id } = asker
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const { subject, text } = makeCodeText(deps.config, purpose, contact.kind, code)
  await inTransaction(deps.db, async (tx) => {
    const hash = hashCode(deps, { purpose, contact: contact.address, person_id }, code)
    // Many people share a network, so a request by one person must not end another person's code.
    const replaces = asked_by === undefined || asked_by !== asker.network
    const expires_at = await insertCode(tx, { ...hash, asked_by: asked_by ?? null, replaces })
    const message = { to: contact.address, text, until: expires_at.toISOString() }
    const kind = asker.known_device === undefined ? 'code' : 'own_code'
    await (contact.kind === 'email'
      ? enqueue(tx, 'mail.send', { ...message, subject }, { priority: codeJobPriority })
      : enqueue(tx, 'sms.send', { ...message, kind }, { priority: codeJobPriority }))
  })
}

/**
 * Tries a code; returns whether it is the open code of this person and contact. A right code is used up, unless it
 * `stays_open` for a second call, and a wrong one counts as a try.
 */
export async function redeemContactCode(
  deps: Deps,
  purpose: CodePurpose,
  contact: Contact,
  person_id: string,
  code: string,
  caller?: ResetCodeClient & { stays_open?: boolean },
): Promise<boolean> {
  const of = { purpose, contact: contact.address, person_id }
  return tryCode(
    deps.db,
    listSecretConfigs(deps.config).map((config) => hashCode({ config }, of, code)),
    caller,
  )
}

async function sendKnown(deps: Deps, contact: Contact, asker: CodeRequester): Promise<void> {
  const { kind, address } = contact
  await countSentCode(deps, contact, asker)
  const { subject, text } = makeKnownAccountText(deps.config, kind)
  if (kind === 'email') await enqueue(deps.db, 'mail.send', { to: address, subject, text })
  else await enqueue(deps.db, 'sms.send', { to: address, text, kind: 'code' })
}

function hashCode({ config }: Pick<Deps, 'config'>, of: CodeSubject, code: string) {
  const key = deriveSecret(config, 'codes')
  const hmac = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest()
  return {
    ...of,
    contact: hmac(of.contact).toString('base64url'),
    code_hash: hmac(of.purpose, of.contact, of.person_id, code),
  }
}

const notToBeSent: readonly ErrorCode[] = ['too_many_requests', 'sms_not_possible']

/** Runs `send` and ignores the refusals listed in `notToBeSent`: otherwise the job would fail and be retried. */
async function sendUnlessRefused(send: () => Promise<void>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof Refusal && notToBeSent.includes(error.code))) throw error
  }
}

/** What people call a contact. */
const nouns: Record<Contact['kind'], string> = { email: 'address', phone: 'number' }

/** A message: the subject of an email, and one text for email and SMS. */
interface CodeMessage {
  subject: string
  text: string
}

/**
 * Returns the message with a code, its purpose, and a last line from which phones can fill in the code (origin-bound
 * one-time codes).
 */
function makeCodeText(
  { public_url }: Config,
  purpose: CodePurpose,
  kind: Contact['kind'],
  code: string,
): CodeMessage {
  const what =
    purpose === 'reset' ? 'to set a new password' : `to show that this ${nouns[kind]} is yours`
  return {
    subject: `${code} is your ${product.name} code`,
    text: `${code} is your ${product.name} code ${what}. It is valid for ${codeValidityMinutes} minutes. Do not share it: we never ask for it.\n\n@${new URL(public_url).hostname} #${code}`,
  }
}

/** Returns the email or SMS to the owner of a contact with which somebody else has signed up. */
function makeKnownAccountText({ public_url }: Config, kind: Contact['kind']): CodeMessage {
  return {
    subject: `You already have a ${product.name} account`,
    text: `Somebody joined ${product.name} with your ${nouns[kind]}. If it was you: you have an account already, log in at ${public_url}/login. If it was not you, you do not need to do anything.`,
  }
}
