-- Trigger: releases the wallet money that is held for a payable when it no longer waits for money.
create or replace function free_wallet_hold() returns trigger language plpgsql as $$
begin
  delete from wallet_hold where payable_id = new.id;
  return null;
end $$;
