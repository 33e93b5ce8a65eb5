-- Trigger: updates the sum of an account's wallet holds that is stored with the account (held_kobo).
create or replace function count_wallet_hold() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update account set held_kobo = held_kobo - old.amount_kobo where id = old.account_id;
  end if;
  if tg_op <> 'DELETE' then
    update account set held_kobo = held_kobo + new.amount_kobo where id = new.account_id;
  end if;
  return null;
end $$;
