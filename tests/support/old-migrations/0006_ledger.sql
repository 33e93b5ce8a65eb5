-- Double entry: one transfer is one debit and one credit, so an unbalanced entry cannot be written.
create table account (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  owner text not null default '',
  currency char(3) not null default 'NGN',
  -- Lazy accounts keep no balance of their own: nobody waits for their row.
  lazy boolean not null default true,
  debits_kobo bigint not null default 0 check (debits_kobo >= 0),
  credits_kobo bigint not null default 0 check (credits_kobo >= 0),
  held_kobo bigint not null default 0 check (held_kobo >= 0),
  constraint no_overdraft check (lazy or credits_kobo - debits_kobo - held_kobo >= 0),
  unique (kind, owner, currency)
);
comment on table account is 'wallet: accounts of the ledger';

create table transfer (
  id uuid primary key default gen_random_uuid(),
  journal text not null,
  ref text not null unique,
  debit_account uuid not null references account,
  credit_account uuid not null references account,
  currency char(3) not null default 'NGN',
  amount_kobo bigint not null check (amount_kobo > 0),
  code text not null,
  booking_id uuid references booking,
  created_at timestamptz not null default now(),
  check (debit_account <> credit_account)
);
create index transfer_debit on transfer (debit_account);
create index transfer_credit on transfer (credit_account);
create index transfer_booking on transfer (booking_id);
comment on table transfer is 'wallet: the ledger, one debit and one credit a row';

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger transfer_append_only before update or delete on transfer
  for each row execute function ledger_is_append_only();
create trigger transfer_no_truncate before truncate on transfer
  for each statement execute function ledger_is_append_only();

create function post_to_strict_accounts() returns trigger language plpgsql as $$
begin
  update account a set
    debits_kobo = a.debits_kobo + case when a.id = new.debit_account then new.amount_kobo else 0 end,
    credits_kobo = a.credits_kobo + case when a.id = new.credit_account then new.amount_kobo else 0 end
  from (select id from account
        where id in (new.debit_account, new.credit_account) and not lazy order by id for update) strict
  where a.id = strict.id;
  return new;
end $$;
create trigger transfer_posts after insert on transfer
  for each row execute function post_to_strict_accounts();

-- The account of a kind and owner, made when it is first needed.
create function account_of(p_kind text, p_owner text, p_lazy boolean default true) returns uuid language plpgsql as $$
declare found_id uuid;
begin
  select id into found_id from account where kind = p_kind and owner = p_owner and currency = 'NGN';
  if found_id is null then
    insert into account (kind, owner, lazy) values (p_kind, p_owner, p_lazy)
      on conflict (kind, owner, currency) do nothing returning id into found_id;
    if found_id is null then
      select id into found_id from account where kind = p_kind and owner = p_owner and currency = 'NGN';
    end if;
  end if;
  return found_id;
end $$;

-- Posts one transfer; a repeat of the same ref does nothing and tells so.
create function post_transfer(
  p_ref text, p_journal text, p_debit uuid, p_credit uuid, p_amount_kobo bigint, p_code text, p_booking uuid default null
) returns boolean language plpgsql as $$
begin
  if p_amount_kobo = 0 then return false; end if;
  insert into transfer (ref, journal, debit_account, credit_account, amount_kobo, code, booking_id)
    values (p_ref, p_journal, p_debit, p_credit, p_amount_kobo, p_code, p_booking)
    on conflict (ref) do nothing;
  return found;
end $$;
