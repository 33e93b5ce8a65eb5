import { logIn, signUp } from '#contract/accounts/endpoints'
import type { User } from '#contract/profile/model'
import type { Db } from '#server/db/client'
import { demoPassword, demoPeople } from '#demo/country/people'
import { sql } from '#server/db/sql'
import { type Caller, type TestServer, aServer } from '#tests/support/server/test-server'

export interface UserOptions {
  full_name?: string
  /** By default a new email address; null for none. */
  email?: string | null
  phone?: string | null
  password?: string
  /** Whether their email address and phone number are verified; true by default. */
  proved?: boolean
  referral_code?: string
  device_id?: string
  ip?: string
}

export interface MadeUser {
  user: User
  token: string
  password: string
  /** The refresh cookie of their browser, as a `cookie` header: `rt=…`. */
  cookie: string
  as: Caller
}

let made = 0

/** Makes a logged-in person with an account. Uses a test server or, if only a database is given, a temporary server. */
export async function aUser(at: TestServer | Db, options: UserOptions = {}): Promise<MadeUser> {
  if (!('call' in at)) {
    const server = await aServer(at)
    try {
      return await aUser(server, options)
    } finally {
      await server.close()
    }
  }
  made += 1
  const number = `${process.pid % 1000}${String(made).padStart(4, '0')}`.padStart(7, '0')
  const {
    full_name = 'Ngozi Bello',
    email = `ngozi.${number}@people.example`,
    phone = `+234803${number}`,
    password = 'four words in a row',
    proved = true,
    referral_code,
    device_id,
    ip,
  } = options
  const answer = await at.call(
    signUp,
    {
      full_name,
      password,
      ...(email !== null && { email }),
      ...(phone !== null && { phone }),
      ...(referral_code !== undefined && { referral_code }),
    },
    { as: { ...(device_id !== undefined && { device_id }), ...(ip !== undefined && { ip }) } },
  )
  if (answer.status !== 200) throw new Error(`nobody was made: ${answer.text}`)
  const { user, token } = answer.data
  if (proved) await prove(at.db, user.id)
  return {
    user: {
      ...user,
      email_verified: proved && email !== null,
      phone_verified: proved && phone !== null,
    },
    token,
    password,
    cookie: parseSetCookie(answer.headers),
    as: { token },
  }
}

/** Returns the cookie that an answer sets, as a browser sends it back: name and value. */
export function parseSetCookie(
  headers: Record<string, string | string[] | number | undefined>,
): string {
  return String(headers['set-cookie'] ?? '').split(';')[0] ?? ''
}

async function prove(db: Db, id: string): Promise<void> {
  await sql`update person set email_verified_at = case when email is not null then now() end,
    phone_verified_at = case when phone is not null then now() end where id = ${id}`.execute(db)
}

/** Logs in one of the demo country's people, by their index in `demoPeople`. */
export async function aDemoPerson({ call }: TestServer, at: number): Promise<Caller> {
  const login = demoPeople[at]?.email ?? ''
  const { data } = await call(logIn, { login, password: demoPassword })
  return { token: data.token }
}
