"""English kin by a change of stem, one family a line: what neither WordNet nor the etymologies link."""

CHANGED_STEMS = """
sing song
bleed blood
feed food fodder foster
hot heat
give gift
tell tale
sell sale
die dead death deadly
bear birth born
strong strength
long length
broad breadth
wide width
deep depth
high height
fly flight
see sight seer
think thought
choose choice
prove proof
believe belief
live life alive
lose loss lost
shoot shot
sit seat
thief theft thieve
speak speech spokesman
drive drift
draw draft draught drawer
weave web weft
weigh weight
proud pride
true truth
heal health whole
young youth
foul filth
merry mirth
warm warmth
grow growth
steal stealth
cloth clothe clothes
breathe breath
bathe bath
grass graze
glass glaze glazier
brass brazen
advise advice
devise device
grieve grief
relieve relief
strive strife
halve half
shelve shelf
calve calf
knit knot
bind bond bound bundle
breed brood
fill full
gild gold
rise raise
stink stench
bake batch
do deed
move motion
use usage usable
ice icy icing
lie liar
lay layer
giant gigantic
think thought thinker
ireland irish
france french
greece greek
spain spanish
wales welsh
poland polish pole
denmark danish dane
switzerland swiss
turkey turk turkish
scotland scot scottish
england english
finland finn finnish
sweden swede swedish
iceland icelandic
destroy destruction
law lawyer
fury infuriate furious
note annotate
air aerate aerial
judge adjudicate
day daily
knight knighthood knightly
crown coronation
wool woolly woollen
two twice twin
three thrice third
four forty fourth fourteen
five fifth fifty fifteen
one once
sun sunny
wood wooden
silk silken
north northern
south southern
east eastern
west western
wise wisdom
duke duchess ducal
empire imperial emperor
poem poet poetry poetic
kitten kitty
memory memorial remember
private privacy
guard guardian
class classical classic
wide widen
body embody bodily
bank bankrupt
ring ringlet
rose rosette rosy
plate platelet
ice icicle
arm army armor armour
solitude solitary
grateful gratitude
hero heroine heroic
view preview review
three triple
tooth teethe
""".strip().splitlines()

# Compounds whose seam the spelling or the sound hides, or that no source takes apart.
COMPOUNDS = """
breakfast break fast
cupboard cup board
island land
forehead fore head
waistcoat waist coat
shepherd sheep herd
holiday holy day
vineyard vine yard
scarecrow scare crow
skyscraper sky scraper
motorway motor way
spaceship space ship
necklace neck lace
goodbye good bye
handkerchief hand kerchief
rosemary rose
thumbtack thumb tack
starboard board
christmas christ mass
seesaw see saw
hangover hang over
grandfather grand father
grandmother grand mother
gooseberry goose berry
raspberry berry
cranberry berry
huckleberry berry
tonight night
today day
yesterday day
nowadays day
midnight mid night
midsummer summer
nightingale night
werewolf wolf
mermaid maid
bridegroom bride groom
hedgehog hedge hog
earwig ear wig
ladybird lady bird
kingfisher king fisher
woodpecker wood pecker
grasshopper grass hopper
dragonfly dragon fly
buttercup butter cup
marshmallow marsh mallow
gingerbread ginger bread
""".strip().splitlines()
