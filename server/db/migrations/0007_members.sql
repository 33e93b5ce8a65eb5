-- Who works at a desk, whether an operator's or our own: members, their second factors, and the audit log of their
-- actions.

create table member (
  id uuid primary key,
  person_id uuid not null references person,
  -- Null: our own desk.
  operator_id uuid references operator,
  role text not null,
  joined_at timestamptz not null default now(),
  ended_at timestamptz,
  -- An erased person is removed even if a desk then has no owner or admin.
  ended_as text check (ended_as in ('removed', 'erased')),
  check ((ended_at is null) = (ended_as is null)),
  constraint role_of_its_desk check (role = any (
    case when operator_id is null then array['support', 'moderator', 'admin'] else array['owner', 'agent'] end))
);
comment on table member is 'members: who works at the desk of an operator, or at our own';
-- A person works at one desk at a time.
create unique index member_of_one_desk on member (person_id) where ended_at is null;
create index member_desk on member (operator_id, joined_at) where ended_at is null;
create index member_person on member (person_id);
create trigger keep_last_owner before update or delete on member
  for each row execute function keep_last_owner();
create trigger notify_member_change after insert or update of role, ended_at, operator_id on member
  for each row execute function notify_member_change();

create table member_invitation (
  id uuid primary key,
  operator_id uuid references operator,
  email text not null check (email = lower(email) and length(email) <= 160),
  role text not null,
  -- SHA-256 of 130 random bits that only the email contains.
  code_sha256 bytea not null unique check (octet_length(code_sha256) = 32),
  invited_by uuid references member,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When it was withdrawn, accepted, or replaced by a newer one.
  ended_at timestamptz,
  accepted_by uuid references member,
  constraint role_of_its_desk check (role = any (
    case when operator_id is null then array['support', 'moderator', 'admin'] else array['owner', 'agent'] end)),
  check (accepted_by is null or ended_at is not null)
);
comment on table member_invitation is 'members: who was invited to a desk, by e-mail';
create unique index member_invitation_open on member_invitation (operator_id, email) nulls not distinct
  where ended_at is null;
create index member_invitation_made on member_invitation (operator_id, created_at desc);
create index member_invitation_by on member_invitation (invited_by) where invited_by is not null;
create index member_invitation_accepted on member_invitation (accepted_by) where accepted_by is not null;

create table second_factor (
  person_id uuid primary key references person on delete cascade,
  -- AES-256-GCM with a key derived from SESSION_SECRET.
  sealed text not null check (length(sealed) between 1 and 400),
  made_at timestamptz not null default now(),
  -- Null until the person has entered a code of the authenticator.
  confirmed_at timestamptz,
  -- The 30-second step of the last accepted code: no code is accepted twice.
  last_step bigint not null default 0
);
comment on table second_factor is 'members: secrets of authenticator apps, sealed';

create table recovery_code (
  person_id uuid not null references second_factor on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (person_id, code_hash)
);
comment on table recovery_code is 'members: codes for members without their app, each used once';

create table factor_proof (
  login_id uuid primary key references login on delete cascade,
  proved_at timestamptz not null default now()
);
comment on table factor_proof is 'members: logins that have passed a second factor';

create table audit_entry (
  id bigint generated always as identity primary key,
  -- Null for our own desk.
  operator_id uuid references operator,
  -- Null for a command on the server itself.
  member_id uuid references member,
  act text not null check (length(act) between 1 and 60),
  subject text check (length(subject) between 1 and 80),
  reason text check (length(reason) between 1 and 500),
  made_at timestamptz not null default clock_timestamp()
);
create index audit_entry_desk on audit_entry (operator_id, id desc);
create index audit_entry_member on audit_entry (member_id, id desc);
create trigger audit_entry_stays before update or delete on audit_entry
  for each row execute function audit_stays();
create trigger audit_entry_is_not_emptied before truncate on audit_entry
  for each statement execute function audit_stays();
comment on table audit_entry is 'members: what was done at a desk, by whom and why; append-only';
