-- Whence a charter was booked by somebody we do not know, keyed, forgotten after two days: free accounts are many, and
-- each could keep two vehicles off the market without paying.
alter table charter add column network text;
create index charter_network on charter (network) where network is not null;
