// What the fixture server gives: a picture of one pixel, a sound of one sample, and short texts.

export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
export const sample = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA==';

export const text = (value) => ({ type: 'text', text: value });
export const image = { type: 'image', data: pixel, mimeType: 'image/png' };
export const audio = { type: 'audio', data: sample, mimeType: 'audio/wav' };
export const resource = (uri, mimeType, value) => ({ type: 'resource', resource: { uri, mimeType, text: value } });
