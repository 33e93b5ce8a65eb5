-- A trigger for things that wait for money no more: what a wallet had set aside for them is free.
create or replace function free_wallet_hold() returns trigger language plpgsql as $$
begin
  delete from wallet_hold where payable_id = new.id;
  return null;
end $$;
