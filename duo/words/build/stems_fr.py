"""French kin by a change of stem, one family a line: what no rule of spelling finds."""

CHANGED_STEMS = """
mer marin maritime marée marine sous-marin
sel saler salé salière salin
main manuel manier manette manucure
roi royal royaume royauté régner règne
nuit nocturne
soleil solaire ensoleillé ensoleiller insolation
école scolaire écolier scolarité
fleur floral flore floraison fleurir
or doré dorer dorure orfèvre
chaud chaleur chauffer chauffage réchauffer échauffer
sang sanguin saigner sanglant ensanglanter sanguinaire
corps corporel corporation
forêt forestier déforestation
hôpital hospitalier hospitaliser hospitalisation
vêtement vestimentaire vêtir
peintre peinture peindre
lire lecteur lecture lisible
naître naissance natal renaître
coudre couture découdre couturier couturière
beau beauté embellir bellâtre
oeil yeux oculaire oculiste oeillet oeillère
coeur cordial écoeurer écoeurant
père paternel paternité patrie
mère maternel maternité
frère fraternel fraternité confrère
pied pédestre pédale piéton piétiner
nez nasal narine
dent dentiste dentaire dentier édenté dentelle
bouche buccal bouchée
oreille auriculaire oreiller oreillons
doigt digital doigté
os osseux ossature désosser
lait laitier laiterie lacté allaiter
pain panier paner
vin vigne vigneron vignoble viticole vinicole viticulteur
mois mensuel mensualité
an année annuel anniversaire
jour journal journée journalier ajourner diurne séjour
heure horaire horloge horloger
temps temporel temporaire temporiser
île insulaire îlot insularité
ciel cieux céleste
étoile stellaire étoilé constellation
terre terrestre terrain atterrir enterrer territoire terrien déterrer terrasse souterrain terreau terrier
lune lunaire alunir lunatique
mort mourir mortel mortalité mortuaire
vie vivre vital vivant vivace vif survivre
faim affamer famine affamé
soif assoiffé assoiffer
poil pileux épiler poilu épilation
singe simiesque
loup louve louveteau
boeuf bovin
porc porcin porcherie
champ champêtre campagne
évêque épiscopal évêché
loi légal légiste illégal légitime
voir vue vision visuel visible voyance voyant
boire boisson buveur buvette buvable
savoir savant
écrire écriture écrivain écrit scripte
dire diction dicton
voix vocal vocalise voyelle
mot motus
eau eaux
feu feux
sec sécher sécheresse assécher séchoir
frais fraîcheur rafraîchir
doux douceur adoucir doucement
roux roussir rousseur rousse
blanc blancheur blanchir blanchisserie
noir noircir noirceur
rouge rougir rougeur rougeole
vert verdure verdir verdoyant
jaune jaunir jaunâtre
bleu bleuir bleuâtre
long longueur allonger longer prolonger
large largeur élargir
haut hauteur hausser
bas baisser abaisser
profond profondeur approfondir
épais épaisseur épaissir
gros grossir grosseur
grand grandeur grandir agrandir
petit petitesse rapetisser
vieux vieillir vieillesse vieillard
jeune jeunesse rajeunir
fou folie affoler
sage sagesse assagir
riche richesse enrichir
fort force fortifier forteresse
faible faiblesse affaiblir
froid froideur refroidir
feuille feuillage effeuiller feuilleter feuillu
arbre arbuste arboricole arborer
herbe herbage herbier herbivore désherber
graine égrener graineterie
fruit fruitier fructifier fructueux
pomme pommier pommeau
poire poirier
prune prunier pruneau
cerise cerisier
banane bananier
orange oranger orangeade orangerie
citron citronnier citronnade
noix noisette noyer
châtaigne châtaignier
olive olivier
figue figuier
datte dattier
café caféier cafetière cafétéria
thé théière
sucre sucrer sucrier sucrerie sucré
beurre beurrer beurrier
poivre poivrer poivrier poivrière poivron
cheval chevalier chevaucher chevalin cavalier cavalerie cavalcade
chien chienne chenil
chat chatte chaton chatière
oiseau oiselet oisillon oiseleur
poisson poissonnier poissonnerie poissonneux
mouche moucheron
vache vacher
mouton moutonneux
agneau agneler
brebis bercail
poule poulet poulailler poussin poularde
canard cane caneton
lapin lapereau lapine
lion lionne lionceau
ours ourse ourson
âne ânesse ânon ânerie
chèvre chevreau chevrier chevreuil
abeille apiculteur apiculture
nature naturel naturaliste dénaturer
neige neiger enneigé enneiger neigeux déneiger
glace glacer glacier glaçon glacial glacière verglas
pluie pleuvoir pluvieux pluvial
vent venter venteux ventiler ventilateur éventail aérer
brume brumeux embrumer
orage orageux
tonnerre tonner
foudre foudroyer foudroyant
givre givrer dégivrer
gel geler gelée dégel dégeler congeler congélateur surgelé
colle coller recoller décoller décollage collage collant autocollant
barque embarquer débarquer embarcadère embarcation débarcadère
port portuaire
bateau batelier batellerie
navire naviguer navigateur navigation naval
pêche pêcher pêcheur pêcherie
chasse chasser chasseur
danse danser danseur danseuse
chant chanter chanteur chanteuse chanson enchanter enchantement déchanter chansonnier chantonner
musique musical musicien
jeu jouer joueur jouet enjeu enjoué
rire riant risible souriant sourire dérision
pleur pleurer pleureur éploré
cri crier criard
parole parler parloir
amour aimer amoureux amant amoureuse aimable amoureusement
ami amitié amical
haine haïr haineux
peur apeuré
courage courageux décourager encourager
honte honteux éhonté
fierté fier
joie joyeux réjouir
tristesse triste attrister
colère coléreux
ville village villageois citadin
maison maisonnée maisonnette
château châtelain châtelaine
tour tourner tourelle tourneur
mur muraille murer muret emmurer
porte portier portail portière portique
fenêtre défenestrer
pont ponton pontife
route routier dérouter
roue rouage rouer rouler roulette rouleau
voiture voiturier
guerre guerrier aguerrir guerroyer
arme armer armée armure armurerie désarmer armurier
soldat soldatesque
épée épéiste
feu foyer
meurtre meurtrier
prince princesse princier principauté
duc duchesse duché ducal
comte comtesse comté
empereur impératrice impérial empire
dieu déesse divin
diable diabolique diablotin
ange angélique
sorcier sorcière sorcellerie sort
médecin médecine médical médicament
infirmier infirmière infirmerie infirme
boulanger boulangerie
boucher boucherie
épice épicier épicerie
jardin jardinier jardinage jardiner jardinière
fer ferreux ferraille ferronnier ferrer ferroviaire
bois boiser boiserie déboiser reboiser
pierre pierreux pierreries empierrer
argent argenterie argenté argentier
verre vitre verrier verrière verroterie
papier papeterie papetier paperasse
livre livret libraire librairie
lettre lettré littéraire littérature
nom nommer nominal surnom prénom renom nominatif
nombre nombreux numéro dénombrer innombrable numérique
point pointe pointer pointu pointillé
ligne aligner souligner linéaire
cercle circulaire encercler circuler
angle angulaire
côté côtoyer
air aérien aérer aération aéré
son sonner sonore sonnette sonnerie
goût goûter dégoût gustatif dégoûter
odeur odorant odorat désodorisant inodore
toucher touche tactile
espace spatial espacer
monde mondial mondain
peuple populaire population peupler dépeupler
pays paysan paysage dépaysement
angleterre anglais anglaise
france français française franc
espagne espagnol
grèce grec grecque
égypte égyptien
italie italien
allemagne allemand
suisse suissesse
russie russe
chine chinois
japon japonais
turquie turc
maroc marocain
belgique belge
portugal portugais
pologne polonais
suède suédois
hollande hollandais
irlande irlandais
écosse écossais
danemark danois
norvège norvégien
autriche autrichien
hongrie hongrois
amérique américain
afrique africain
europe européen
asie asiatique
paris parisien
londres londonien
rome romain
corse corsica
brésil brésilien
mexique mexicain
inde indien
tenir tenue maintien
venir venue revenir avenir
mettre mise
prendre prise preneur
rendre rendu
croire croyance incroyable croyant crédule
devoir dette
pouvoir puissance puissant
vouloir volonté volontaire
mouvoir mouvement mobile moteur
recevoir réception receveur récepteur
conduire conducteur conduite
construire construction constructeur
détruire destruction destructeur
produire production producteur produit
cuire cuisson cuisine cuisinier cuisiner
joindre jonction joint
éteindre extinction extincteur
teindre teinture teint
craindre crainte craintif
plaindre plainte plaintif
courir coureur course courrier
mordre morsure morsure mors
perdre perte
vendre vente vendeur
tendre tension tendon
fendre fente
pendre pente pendule suspendre
fondre fonte fonderie
rompre rupture
battre batteur bataille combat combattre batterie
sortir sortie
partir départ
servir service serveur serviteur servante
dormir dormeur dortoir endormir
sentir sentiment sensation sensible
ouvrir ouverture ouvert
couvrir couverture couvercle découvrir
offrir offre offrande
souffrir souffrance
mentir mensonge menteur
choisir choix
finir fin final finale
acheter achat acheteur
voler vol voleur envol envoler
essayer essai
payer paye paie paiement
balayer balai balayeur
nager nage nageur nageoire natation
manger mangeur mangeoire
girafe girafon
table tablette tablier attabler tablée
libre liberté libérer libération
vrai vérité véritable avérer
bon bonté
sain santé assainir sanitaire
famille familial familier
social société sociétal
végétal végétation végétarien
poing poignée poignard poignet empoigner
bain baigner baignoire baigneur baignade
arc arche archer archet arceau
mars martien martial
échec échiquier
lampe lampadaire lampion
pot poterie potier
tapis tapisserie tapisser tapissier
four fournil enfourner fourneau fournée
rive rivière rivage riverain dérive arriver
roi roitelet
reine reinette
loi loyal loyauté
clair éclairer éclaircir clarté éclairage éclaircie clairière
mince amincir minceur
lent ralentir lenteur
dur durcir dureté endurcir
lumière lumineux luminaire luminosité
chausser chaussure chaussette chausson chausseur déchausser
cordon cordonnier cordonnerie
bretagne breton
normandie normand
provence provençal
alsace alsacien
auvergne auvergnat
marseille marseillais
lyon lyonnais
bordeaux bordelais
direction directeur direct diriger
magie magicien magique mage
cadre encadrer cadrer encadrement
électrique électricité électricien électron
sable sablonneux sablier ensabler
londres londonien
hôte hôtesse
acte action acteur actrice actif activité agir
franc franchise franchement
crème crèmerie crémier écrémer
rame ramer rameur
tirer tir tireur tirage tiroir
""".strip().splitlines()

# Closed compounds whose seam the spelling or the sound hides.
COMPOUNDS = """
vinaigre vin aigre
aujourd'hui jour
printemps temps
longtemps long temps
entracte entre acte
bonhomme bon homme
gentilhomme gentil homme
prud'homme homme
surhomme homme
plafond plat fond
madame dame
mademoiselle demoiselle
monsieur sieur
toujours jours
bonjour bon jour
bonsoir bon soir
chèvrefeuille chèvre feuille
aubépine épine
pissenlit lit
tournesol tourne soleil
vaurien vaut rien
malheur mal heur
bonheur bon heur
minuit mi nuit
midi mi
sauvegarde sauve garde
saupoudrer poudrer
maintenir main tenir
bouleverser boule verser
autrefois autre fois
parfois fois
quelquefois fois
toutefois fois
portemanteau porte manteau
portefeuille porte feuille
passeport passe port
tournevis tourne vis
cerf-volant cerf volant
alentour tour
entourer tour
pourboire boire
pourtour tour
saindoux doux
raifort fort
faubourg bourg
licorne corne
mappemonde monde
chaufferette chauffe
arc-boutant arc
gendarme gens arme
maintenant main tenant
paratonnerre tonnerre
soucoupe coupe
photographie photo
photographe photo
bicyclette cycle
lieutenant lieu tenant
vermoulu ver moulu
vermicelle ver
salpêtre sel pierre
sangsue sang suer
mainmise main mise
clairvoyant clair voyant
malentendu mal entendu
malfaiteur mal
bienfaiteur bien
bienvenue bien venue
bientôt bien tôt
plutôt plus tôt
contrepoids contre poids
contretemps contre temps
contrebande contre bande
hautbois haut bois
rouge-gorge rouge gorge
terre-plein terre plein
betterave rave
""".strip().splitlines()

# Links that the etymology knows and no speaker feels: word, base.
UNFELT = """
égarer gare
plaque place
plaquer place
plaquer placer
courage courir
courage cour
émouvoir mouvoir
pompon pompe
armoire arme
armoire armer
frontière front
platine plat
torture tort
jouer joue
courage coeur
prison prise
violon viole
boulanger boule
chapeau cape
chapelle cape
baguette bague
robinet robe
mouton mou
""".strip().splitlines()
