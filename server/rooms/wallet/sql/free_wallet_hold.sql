-- Trigger: releases wallet money held for payables that no longer wait for money.
create or replace function free_wallet_hold() returns trigger language plpgsql as $$
begin
  delete from wallet_hold where payable_id = new.id;
  return null;
end $$;
