-- Who answers at a desk has read what stood on the screen, and not what came while they wrote.
alter table message
  -- The number of the last message that who answers had seen; null: of all before it.
  add column desk_saw int check (desk_saw >= 0),
  add constraint desks_saw check (sender = 'business' or desk_saw is null);
