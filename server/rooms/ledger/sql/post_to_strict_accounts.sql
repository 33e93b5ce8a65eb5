-- Trigger: adds a transfer to the balances of its strict accounts, which are those with a cached balance (not lazy),
-- and writes a numbered wallet_entry for each. Locks their rows `for no key update`: the transfer's foreign keys hold
-- shared locks on the accounts, so with `for update` two such transactions would deadlock.
create or replace function post_to_strict_accounts() returns trigger language plpgsql as $$
begin
  if not exists (select from account where id in (new.debit_account, new.credit_account) and not lazy) then
    return null;
  end if;
  with strict as (
    select id from account where id in (new.debit_account, new.credit_account) and not lazy
    order by id for no key update
  ), posted as (
    update account a set entries = a.entries + 1,
      debits_kobo = a.debits_kobo + case when a.id = new.debit_account then new.amount_kobo else 0 end,
      credits_kobo = a.credits_kobo + case when a.id = new.credit_account then new.amount_kobo else 0 end
    from strict where a.id = strict.id
    returning a.id, a.entries, a.credits_kobo - a.debits_kobo as balance
  )
  insert into wallet_entry (account_id, number, transfer_id, amount_kobo, balance_kobo, created_at)
    select id, entries, new.id, case when id = new.credit_account then new.amount_kobo else -new.amount_kobo end,
      balance, clock_timestamp() from posted;
  return null;
end $$;
