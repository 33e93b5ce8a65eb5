-- Conversations have two sides: a person's, and a desk's, which is an operator's or our own. Each message has its
-- number in its conversation, and each side has how far it got and how far it has read.

-- Bodies stand in server/db/functions/support.
create function conversation_at_its_desk() returns trigger language plpgsql as $$ begin return new; end $$;
create function message_takes_its_number() returns trigger language plpgsql as $$ begin return new; end $$;

alter table conversation
  -- At whose desk it lies; null: ours. Whom the person wrote to stays in operator_id.
  add column desk_id uuid references operator,
  add column last_seq int not null default 0 check (last_seq >= 0),
  add column last_at timestamptz not null default now(),
  add column person_got int not null default 0,
  add column person_read int not null default 0,
  add column desk_got int not null default 0,
  add column desk_read int not null default 0,
  -- Since when the person waits for an answer of somebody.
  add column waits_since timestamptz,
  add column assigned_to uuid references person on delete set null,
  add column closed_at timestamptz,
  add column rating smallint check (rating between 1 and 5),
  add column rating_words text check (length(rating_words) between 1 and 300),
  add constraint read_was_got check (0 <= person_read and person_read <= person_got and 0 <= desk_read and desk_read <= desk_got),
  add constraint got_was_said check (person_got <= last_seq and desk_got <= last_seq),
  add constraint rated_when_over check (rating is null or closed_at is not null),
  add constraint words_of_a_rating check (rating_words is null or rating is not null);

alter table message disable trigger message_append_only;
alter table message
  add column seq int,
  -- Who speaks for a desk, as people read it; null: the desk itself.
  add column author text check (length(author) between 1 and 120),
  add column author_id uuid references person on delete set null,
  -- At whose desk it was said; null: ours, or by the person.
  add column desk_id uuid references operator,
  -- How long the person had waited for this answer.
  add column waited_seconds int check (waited_seconds >= 0),
  add column about_kind text check (about_kind in ('booking', 'parcel', 'charter')),
  add column about_reference text check (length(about_reference) between 1 and 40),
  -- What it was when it was written: `Lagos → Abuja, Wed 25 Nov`.
  add column about_title text check (length(about_title) between 1 and 160),
  add column has_photo boolean not null default false;
update message m set seq = numbered.seq, desk_id = case when m.sender = 'person' then null else c.operator_id end
  from (select id, row_number() over (partition by conversation_id order by number) as seq from message) numbered, conversation c
  where numbered.id = m.id and c.id = m.conversation_id;
alter table message
  alter column seq set not null,
  -- The database gives it: message_takes_its_number.
  alter column seq set default 0,
  drop constraint message_body_check,
  drop constraint message_check,
  add constraint something_is_said check (length(body) <= 2000 and (length(body) > 0 or has_photo or about_kind is not null)),
  add constraint about_something check (num_nonnulls(about_kind, about_reference, about_title) in (0, 3)),
  add constraint desks_have_authors check (sender = 'business' or num_nonnulls(author, author_id, waited_seconds) = 0),
  add constraint message_in_its_place unique (conversation_id, seq);
alter table message enable trigger message_append_only;
create index message_answer_times on message (desk_id, sent_at) where waited_seconds is not null;

update conversation c set
  desk_id = c.operator_id,
  last_seq = coalesce(said.seq, 0), last_at = coalesce(said.sent_at, c.created_at),
  -- What was there before marks were kept counts as read.
  person_got = coalesce(said.seq, 0), person_read = coalesce(said.seq, 0),
  desk_got = coalesce(said.seq, 0), desk_read = coalesce(said.seq, 0),
  closed_at = case when c.state = 'closed' then now() end
  from conversation same left join lateral (
    select seq, sent_at from message where conversation_id = same.id order by seq desc limit 1) said on true
  where same.id = c.id;
-- An open one is rated no more, a closed one has its time: kept by conversation_at_its_desk.
create trigger conversation_at_its_desk before insert or update of state on conversation
  for each row execute function conversation_at_its_desk();
create trigger message_takes_its_number before insert on message
  for each row execute function message_takes_its_number();

create index message_author on message (author_id) where author_id is not null;
create index conversation_queue on conversation (desk_id, state, waits_since);
create index conversation_latest on conversation (desk_id, last_at desc);
create index conversation_assigned on conversation (assigned_to) where assigned_to is not null;

create table message_photo (
  message_id uuid primary key references message on delete cascade,
  jpeg bytea not null
);
comment on table message_photo is 'support: photos that came with messages';

create table canned_answer (
  id uuid primary key,
  -- Null: our own desk.
  desk_id uuid references operator,
  title text not null check (length(title) between 2 and 60),
  body text not null check (length(body) between 1 and 2000),
  changed_at timestamptz not null default now(),
  unique nulls not distinct (desk_id, title)
);
comment on table canned_answer is 'support: answers that a desk has ready';
