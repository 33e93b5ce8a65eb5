import { sql } from '#server/db/sql'
import { postTexts } from './community-texts.ts'
import { demoPeople } from './people.ts'
import { makeRandomSource, makeSeedId } from './random.ts'
import { type DemoContext, insertAll } from './rows.ts'

const names =
  'Mama Sikira · Wande K · Amaka of Ogui · Small Musa · Tonye · Hajia B · Eze the driver · Corper Simi · Bashir Kd · Aunty Bose · Ebuka · Ladi · Prof Ajayi · Nkechi waybill · Sadiq · Ene · Tunde Berger · Uche PH · Zainab J · Ikenna · Sister Ruth · Danladi · Yemisi · Obinna A · Halima · Effiong · Kemi Ui · Garba · Chiamaka · Old soldier'.split(
    ' · ',
  )

interface SeedPost {
  id: string
  group: string
  author: number
  hours: number
  body: string
  answers: string | null
}

/** Parses the posts. Each answer belongs to the post above it. */
function readSeedPosts(seed: number): SeedPost[] {
  let post: SeedPost | undefined
  return postTexts
    .trim()
    .split('\n')
    .map((line, at): SeedPost => {
      const id = makeSeedId(seed, `community post ${at}`)
      const parts = line.replace(/^> /, '').split(' | ')
      if (line.startsWith('> ')) {
        const [author = '', hours = '', body = ''] = parts
        const [group, answers] = [post?.group ?? '', post?.id ?? null]
        return { id, group, author: Number(author), hours: Number(hours), body, answers }
      }
      const [group = '', author = '', hours = '', body = ''] = parts
      post = { id, group, author: Number(author), hours: Number(hours), body, answers: null }
      return post
    })
}

/** Adds people with chosen names to the groups, with posts, thanks, and visible members of camps. */
export async function writeCommunity({ db, seed }: DemoContext): Promise<void> {
  const chance = makeRandomSource(seed, 'community')
  const authors = names.map((name, at) => ({
    id: makeSeedId(seed, `community author ${at + 1}`),
    person_id: makeSeedId(seed, `community person ${at + 1}`),
    name,
  }))
  await insertAll(
    db,
    'person',
    authors.map(({ person_id, name }, at) => ({
      id: person_id,
      full_name: name,
      email: `community${at + 1}@people.example`,
      referral_code: `COMMUN${String(at + 1).padStart(2, '0')}`,
      created_at: '2026-01-02T08:00:00Z',
    })),
  )
  const [ada] = demoPeople
  const mine = {
    id: makeSeedId(seed, 'community author ada'),
    person_id: makeSeedId(seed, `person ${ada.email}`),
    name: 'Ada rides',
  }
  await insertAll(
    db,
    'community_author',
    [...authors, mine].map((author) => ({ ...author, created_at: '2026-01-02T08:00:00Z' })),
  )
  const all = readSeedPosts(seed)
  const idOf = (number: number) => authors[number - 1]?.id ?? mine.id
  const memberships = new Map<string, { group_code: string; author_id: string }>()
  const join = (group_code: string, author_id: string) =>
    memberships.set(`${group_code} ${author_id}`, { group_code, author_id })
  for (const { group, author } of all) {
    join(group, idOf(author))
    for (let more = chance.between(2, 9); more > 0; more -= 1) join(group, chance.pick(authors).id)
  }
  for (const group of ['city-lagos', 'road-lagos-ibadan', 'camp-oy']) join(group, mine.id)
  const batches = ['2026-a1', '2026-b', '2026-c']
  await insertAll(
    db,
    'community_member',
    [...memberships.values()].map((one) => {
      const isCamp = one.group_code.startsWith('camp-')
      return {
        ...one,
        batch: isCamp ? chance.pick(batches) : null,
        is_listed: isCamp && one.author_id !== mine.id && chance.next() < 0.7,
        joined_at: '2026-01-03T08:00:00Z',
      }
    }),
  )
  await sql`
    insert into community_post (id, group_code, author_id, answers, body, state, created_at)
    select id, group_code, author_id, answers, body, 'shown', now() - hours * interval '1 hour'
    from jsonb_to_recordset(${JSON.stringify(
      all.map(({ group, author, ...rest }) => ({
        ...rest,
        group_code: group,
        author_id: idOf(author),
      })),
    )}::jsonb) p (id uuid, group_code text, author_id uuid, answers uuid, body text, hours numeric)
    order by answers nulls first, hours desc`.execute(db)
  const thanks = new Map<string, { post_id: string; author_id: string }>()
  for (const { id, author } of all)
    for (let more = chance.between(0, 6); more > 0; more -= 1) {
      const { id: author_id } = chance.pick(authors)
      if (author_id !== idOf(author)) thanks.set(`${id} ${author_id}`, { post_id: id, author_id })
    }
  await insertAll(db, 'community_thanks', [...thanks.values()])
}
