-- Conversations of people with operators, with listed businesses and with our support line.

create table conversation (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  -- Null: our own support line.
  operator_id uuid references operator,
  state text not null default 'open' check (state in ('open', 'closed')),
  created_at timestamptz not null default now(),
  -- The desk that answers; null for ours. operator_id stays the operator to whom the person wrote.
  desk_id uuid references operator,
  -- Numbers of the last message, and of the last ones that each side received and read.
  last_seq int not null default 0 check (last_seq >= 0),
  last_at timestamptz not null default now(),
  person_got int not null default 0,
  person_read int not null default 0,
  desk_got int not null default 0,
  desk_read int not null default 0,
  -- Since when the person waits for an answer that is not automatic.
  waits_since timestamptz,
  assigned_to uuid references person on delete set null,
  closed_at timestamptz,
  rating smallint check (rating between 1 and 5),
  rating_words text check (length(rating_words) between 1 and 300),
  -- A listed business has no desk, so our staff forward messages and answer for it.
  business_id uuid references business,
  constraint read_was_got check (
    0 <= person_read and person_read <= person_got and 0 <= desk_read and desk_read <= desk_got),
  constraint got_was_said check (person_got <= last_seq and desk_got <= last_seq),
  constraint rated_when_over check (rating is null or closed_at is not null),
  constraint words_of_a_rating check (rating_words is null or rating is not null),
  constraint written_to_one check (num_nonnulls(operator_id, business_id) <= 1)
);
comment on table conversation is 'support: conversations of people with operators, businesses and our support line';
create index conversation_operator on conversation (operator_id);
create index conversation_person on conversation (person_id);
create index conversation_queue on conversation (desk_id, state, waits_since);
create index conversation_latest on conversation (desk_id, last_at desc);
create index conversation_assigned on conversation (assigned_to) where assigned_to is not null;
create unique index conversation_open on conversation (person_id, operator_id, business_id) nulls not distinct
  where state = 'open';
create index conversation_business on conversation (business_id) where business_id is not null;
create trigger check_conversation_desk before insert or update of state on conversation
  for each row execute function check_conversation_desk();
create trigger notify_conversation_change after update of state, assigned_to, desk_id on conversation
  for each row when (
    (old.state, old.assigned_to, old.desk_id) is distinct from (new.state, new.assigned_to, new.desk_id))
  execute function notify_conversation_change();

create table message (
  id uuid primary key,
  conversation_id uuid not null references conversation on delete cascade,
  number bigint generated always as identity,
  sender text not null check (sender in ('person', 'business', 'automatic')),
  body text not null,
  -- Id from the phone: a message sent twice is one.
  client_ref uuid,
  sent_at timestamptz not null default clock_timestamp(),
  -- Its number in the conversation, set by number_message().
  seq int not null default 0,
  -- The name of the member who answers, as people see it; null for the desk itself.
  author text check (length(author) between 1 and 120),
  author_id uuid references person on delete set null,
  -- The desk that answered; null: ours, or the person wrote it.
  desk_id uuid references operator,
  -- How long the person had waited for this answer.
  waited_seconds int check (waited_seconds >= 0),
  about_kind text check (about_kind in ('booking', 'parcel', 'charter')),
  about_reference text check (length(about_reference) between 1 and 40),
  -- Its title when the message was written: `Lagos → Abuja, Wed 25 Nov`.
  about_title text check (length(about_title) between 1 and 160),
  has_photo boolean not null default false,
  -- Number of the last message on the screen of the member who answered, without those that arrived meanwhile; null:
  -- all before this one.
  desk_saw int check (desk_saw >= 0),
  unique (conversation_id, number),
  constraint message_once unique (conversation_id, client_ref),
  constraint something_is_said check (
    length(body) <= 2000 and (length(body) > 0 or has_photo or about_kind is not null)),
  constraint about_something check (num_nonnulls(about_kind, about_reference, about_title) in (0, 3)),
  constraint desks_have_authors check (sender = 'business' or num_nonnulls(author, author_id, waited_seconds) = 0),
  constraint message_in_its_place unique (conversation_id, seq),
  constraint desks_saw check (sender = 'business' or desk_saw is null)
);
comment on table message is 'support: messages of conversations, append-only';
create index message_answer_times on message (desk_id, sent_at) where waited_seconds is not null;
create index message_author on message (author_id) where author_id is not null;
create trigger message_append_only before update or delete on message
  for each row execute function message_is_append_only();
create trigger message_no_truncate before truncate on message
  for each statement execute function message_is_append_only();
create trigger number_message before insert on message
  for each row execute function number_message();

create table message_photo (
  message_id uuid primary key references message on delete cascade,
  jpeg bytea not null
);
comment on table message_photo is 'support: photos in messages';

create table canned_answer (
  id uuid primary key,
  -- Null: our own desk.
  desk_id uuid references operator,
  title text not null check (length(title) between 2 and 60),
  body text not null check (length(body) between 1 and 2000),
  changed_at timestamptz not null default now(),
  unique nulls not distinct (desk_id, title)
);
comment on table canned_answer is 'support: prepared answers of a desk';
