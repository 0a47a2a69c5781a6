module.exports = { displayName: 'backends', preset: '../../jest.preset.cjs' };
